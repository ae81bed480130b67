// What part of two pictures differs, 0 to 1, and the second one as it is stored. Both are drawn at half their size, in which
// a typeface's finest edges are gone; a point differs where one of its colours does by more than an eighth.
async ([stored, taken]) => {
  const SCALE = 0.5;
  const DIFFERS = 32;

  const load = async (picture) => {
    const image = new Image();
    image.src = picture;
    await image.decode();
    return image;
  };
  const drawn = (image, scale) => {
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { canvas, points: context.getImageData(0, 0, canvas.width, canvas.height).data };
  };

  const now = drawn(await load(taken), SCALE);
  const small = now.canvas.toDataURL("image/webp", 0.8);
  if (!stored) return { part: 1, small };
  const before = drawn(await load(stored), 1);
  const again = drawn(await load(small), 1); // what storing takes away, it takes from both
  const isAsWide = before.canvas.width === again.canvas.width;
  if (!isAsWide || Math.abs(before.canvas.height - again.canvas.height) > 4) return { part: 1, small };
  const end = Math.min(before.points.length, again.points.length);
  let differing = 0;
  for (let at = 0; at < end; at += 4) {
    const differs = [0, 1, 2].some((colour) => Math.abs(before.points[at + colour] - again.points[at + colour]) > DIFFERS);
    if (differs) differing += 1;
  }
  return { part: differing / (end / 4), small };
}

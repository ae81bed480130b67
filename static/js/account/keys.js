/* Why a key did not sign in is said on the page: allauth tells it to the console alone. */
document.addEventListener("allauth.error", () => {
  const said = document.getElementById("key-failed");
  if (!said) return;
  said.hidden = false;
  said.scrollIntoView({ block: "center" });
});

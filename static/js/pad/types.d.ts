// What the pad's modules hand each other. Payloads, states and answers come from the server as docs/formats.md has them.

type Seat = number;
type Payload = Record<string, any>;
type Result = Record<string, any>;
type Words = (key: string, values?: Record<string, unknown>) => string;
type Child = Node | string | number | null | undefined | false | Child[];
type Sheet = "announcements" | "showdown";

// ---- What the server tells

interface Card {
  code: string;
  suit: string | null; // null for a card that stands outside the rows of suits
  level: number;
  copies: number;
  kind: string; // the card of the game's own deck that it stands for
  place: number; // in the deck, the best card's 0
}

// Which of the evaluators under rules/ reads the hands.
interface PadReading {
  by: string;
  order?: string;
  kickers?: boolean;
}

// A game by the rules of an event: everything that the pad needs to know of it besides its words.
interface Game {
  key: string;
  sheet: Sheet;
  seats: [number, number];
  fields: string[];
  open: boolean; // a table goes on until it is ended
  hand_size: number;
  quarry: boolean;
  folds: boolean;
  bets: boolean;
  deck: Card[];
  categories: string[];
  // of announcements
  quotas: number[];
  announcements: number;
  exact_points: number;
  off_points: number;
  worst_points: number[];
  trumps: string[];
  records_trump: boolean;
  // of a showdown
  reading: PadReading | null; // null where only the server can read a hand
  most_cubits: number;
  cards_optional: boolean;
  counts_cubits: boolean;
  splits_ties: boolean;
  deals?: number | null;
  race_to?: number | null;
}

interface Boot {
  base: string;
  csrf: string;
  results: string;
  desk: string | null; // for whoever may look at it
  sprite: string;
  state: ToldState;
  strings: Record<string, string>;
  fields: Record<string, string>;
  unsent: string[];
  game: Game;
  categories: Record<string, string>;
  cards: Record<string, string>;
  undrawn: string[]; // cards that the sprite has no picture of
  languages: Record<string, string>; // by code, each in its own words
  speak: string; // where the language is chosen
}

interface TableFacts {
  id: number;
  number: number;
  event: { id: number; name: string };
  game: string;
  rules: Record<string, any>;
  status: string;
  first_dealer: Seat;
}

interface Cell {
  announced: number;
  taken: number;
  points: number;
  exact: boolean;
}

interface AnnouncementSheet {
  left: Record<string, number>;
  lowest: number;
  highest: number;
  exact: number;
  made: number;
  can_win: boolean;
  has_won: boolean;
}

interface SeatFacts {
  index: Seat;
  name: string;
  colour: number;
  score: number;
  place: number;
  sheet?: AnnouncementSheet;
}

interface DealFacts {
  number: number;
  version: number;
  voided: boolean;
  payload: Payload;
  result: Result | null;
  words: string;
  right: string;
  seat: Seat | null; // whose phone it was entered on
  by: string;
  reason: string;
  opinion: string;
  opinion_by?: string;
  opinion_reason?: string;
  said?: string; // this seat's latest verdict
  may_confirm: boolean;
  may_dispute: boolean;
  may_withdraw?: boolean;
  waiting?: boolean; // it is in this phone's queue
}

interface TableConfirmation {
  mode: string;
  state: string;
  right: string;
  accepted_at: string | null;
  opinion_by?: string;
  opinion_reason?: string;
  said?: string;
  may_confirm: boolean;
  may_dispute: boolean;
  may_withdraw?: boolean;
}

interface ProposedCorrection {
  id: number;
  change: { kind: string; number?: number; payload?: Payload; [fact: string]: any };
  by: string;
  was: string;
  becomes: string;
  deals: { number: number; before: Payload | null; after: Payload | null }[]; // all that it changes
  reason: string;
  may_agree: boolean;
  may_withdraw: boolean;
}

// A winner against the cards on whom the director has yet to rule.
interface Claim {
  at: string;
  number: number | null; // the deal that it corrects
  payload: Payload;
  reason: string;
  claimed?: string;
  cards?: string;
}

interface Clock {
  state: string;
  ends_at: string | null;
  server_now: string;
  seconds_left: number | null;
  warnings: number[];
  time_up: string;
  allowed: number | null;
}

interface TableState {
  table: TableFacts;
  revision: number;
  seats: SeatFacts[];
  turn: Seat | null;
  next_turn: Seat | null;
  playoff: { deal: number; seats: Seat[]; pot: number } | null;
  deals: DealFacts[];
  finished: boolean;
  clock: Clock | null;
  me: Seat | null;
  own?: OwnFacts | null;
  opinion: TableConfirmation;
  proposals: ProposedCorrection[];
  call: { at: string; note: string } | null;
  claim: Claim | null;
  messages: { id: number; text: string; at: string }[];
  match?: MatchFacts | null; // of which the table is one game
  next?: { seat: Seat; round: number | null; table: number }[]; // where who sat here plays now
  problem?: (Refusal & { index: number; client_id?: string }) | null;
}

// `go` is the address of the game that is played instead of this one, `back` that of the one before.
interface MatchFacts {
  game: number;
  games: number;
  extra: number; // of these, added because the match was level
  decided: string;
  wins: string[]; // by seat
  sides?: string[]; // teams by seat, where the table is a board of theirs,
  boards?: BoardFacts[]; // and all boards,
  others?: number; // of which the others have changed last with this revision
  over: boolean;
  go: string | null;
  back: string | null;
}

// What is of two stands in the order of the seats of this table. `scores` are none where no table is, or no deal where the
// director ruled, and of this one the seats have them; `points` are none as long as the board is open.
interface BoardFacts {
  board: number;
  names: string[]; // "" where nobody came
  scores: number[];
  points: string[];
}

// What seats' own phones have added to the deal that is played. Of others' hands no more than that they are `in`.
interface OwnFacts {
  number: number;
  in: { seat: Seat; version: number; by: Seat; said?: Payload }[]; // what is `said` where this phone entered another's
  out: Seat[]; // of these, who has folded
  quarry: { version: number; cards: string[] } | null;
  mine: { version: number; cards?: string[]; folded?: boolean; paid?: number | null } | null;
  open: Payload | null; // the deal that it makes, once all is there
  // Seats with a phone of their own: which seat asks to enter the hand of it, or all to come, and whether others may.
  phones?: { seat: Seat; asked_by: Seat | null; for_all: boolean; free: boolean }[];
  silence?: number; // minutes without an answer, after which they may
}

// As it is sent: what goes without saying of a deal is left out.
interface ToldState extends Omit<TableState, "deals"> {
  deals: (Pick<DealFacts, "number" | "payload"> & Partial<DealFacts>)[];
}

// What the answer to a saved deal tells of its table, to be put into a state of revision `since` or later.
interface News extends Pick<TableState, "revision" | "turn" | "next_turn" | "playoff" | "finished" | "clock" | "opinion"> {
  event: number;
  since: number;
  status: string;
  seats: { score: number; place: number; sheet?: AnnouncementSheet }[];
  deal: Omit<DealFacts, "right">;
  accepted: number[]; // deals that count by now, since nobody disputed them in time
  rights: Record<number, string>; // where it is another than the table's
  match?: MatchFacts | null;
  others?: number; // at a board, as in MatchFacts
}

interface Answer {
  status: number; // 0 where nobody answered
  data: Record<string, any>;
  text?: string;
  retryAfter?: number; // seconds
}

// ---- What the rules say

interface Refusal {
  code: string;
  deal?: number;
  seat?: Seat;
  seats?: Seat[];
  field?: string;
  card?: string;
  winners?: Seat[];
  [detail: string]: any;
}

interface Reading {
  category: string;
  pyramid: string[];
  rest: string[];
  quarry: string | null;
}

interface Problem {
  code: string;
  message: string;
  field: string;
  details: Refusal;
}

// ---- What is kept until the server has it

interface Entry {
  id?: number;
  client_id: string;
  base: string;
  kind: "deal" | "correction" | "void" | "dealer" | "said"; // "said": besides the deals, to be told a new server again
  path: string;
  number: number | null;
  payload: Payload | null;
  seat?: Seat;
  reason?: string;
  version?: number;
  restores?: boolean;
  before?: Payload | null; // what the deal says that this changes
  base_revision: number;
  after?: string; // the client_id of the entry in whose knowledge it was made: the last that waited then
  queued_at: number;
  tries: number;
  state: "waiting" | "refused" | "collided";
  answer: Record<string, any> | null;
}

type NewEntry = Omit<Entry, "client_id" | "base" | "queued_at" | "tries" | "state" | "answer">;
type Edit = (entries: Entry[]) => Entry[];
type Outcome = { entry: Entry; answer: Answer };
type PlayedEntry = Pick<Entry, "kind"> & Partial<Entry>;

interface QueueState {
  entries: Entry[];
  arrived: Entry[];
  sending: string | null; // the client_id of what is on its way
  failed: number | null; // the status of a try to which the server gave no answer, until it does
}

interface QueueHost {
  read(): QueueState;
  table(): TableState; // as the server last said it
  changed(changes: Partial<QueueState>): void;
  heard(answer: Answer): Promise<ToldState | undefined>; // the table as the answer leaves it, where it has to be asked for
  answered(outcome: Outcome, server: ToldState | undefined, changes: Partial<QueueState>): unknown;
}

interface KeptPage {
  base: string;
  csrf: string;
  state: TableState;
  gone?: boolean;
}

interface KeptDraft {
  base: string;
  draft: Draft | null;
  screen: string;
  revealed: number | null;
}

type Kinds = { pages: KeptPage; drafts: KeptDraft };

interface StorageHealth {
  durable: boolean; // what is kept outlasts the page
  looking: boolean; // the storage has not been read yet, and may hold what nobody here knows of
}

interface PadStorage extends Readonly<StorageHealth> {
  entries(base: string): Promise<Entry[]>;
  change(base: string, edit: Edit): Promise<Entry[]>;
  bases(): Promise<string[]>;
  read<Kind extends keyof Kinds>(kind: Kind, base: string): Promise<Kinds[Kind] | undefined>;
  alter(base: string, edit: (facts: any) => object): Promise<unknown>; // of the pages, in one go
  write<Kind extends keyof Kinds>(kind: Kind, base: string, facts: Omit<Kinds[Kind], "base"> | null): Promise<unknown>;
}

// ---- The pad's state

interface DraftFacts {
  id: number; // another one whenever something else is entered
  number: number;
  editing: number | null;
  mends: string | null; // the client_id of the entry that was refused
  inserts?: number; // the deal before which a forgotten one is entered
  touched: boolean;
  turn: Seat | null;
  error: Problem | null;
  why?: string;
  sent?: { client_id: string; said: string }; // what was last added to the deal that is played
  baseRevision: number;
  after: string | undefined; // the last entry that waited ahead of it when it was looked at last
  version: number | undefined;
  seen: Record<string, { voided: boolean; payload: Payload }>;
}

interface Announcement {
  declarer: Seat;
  announced: number | null;
  trump: string | null;
  taken: number | null;
  viewing: Seat;
  choosing: boolean;
  expected?: Seat | null;
}

interface HandReading {
  key: string;
  data: (Reading & { name: string }) | null;
  message: string | null;
}

interface Verdict {
  words?: string;
  deal?: Result | null;
  waiting?: boolean;
}

interface Showdown {
  seats: Seat[];
  dealer: Seat;
  playoffOf: number | null;
  folded: Seat[];
  hands: Record<string, string[]>;
  quarry: string[];
  paid: Record<string, number>;
  claimed: Seat[];
  allIn: Seat[]; // who has put in all there was, though less than the highest bet
  unequal: boolean; // that the bets are not equal is being asked about
  override: string;
  reason: string;
  withoutCards: boolean;
  step: "table" | "more" | "paid" | "claim" | "verdict";
  at: Seat | "quarry" | null;
  own?: Seat | "quarry" | null; // whose hand is entered, where each phone enters its own
  past: Pick<Showdown, "at" | "folded" | "hands" | "quarry">[]; // what each tap on the hands can be undone to
  readings: Record<string, HandReading>;
  verdict: Verdict | null;
}

type AnnouncementDraft = DraftFacts & Announcement;
type ShowdownDraft = DraftFacts & Showdown;
type Draft = DraftFacts & Partial<Announcement> & Partial<Showdown>;

interface Pending {
  entry: string; // its client_id; "" until it is in the queue
  draft: number | null;
  screen: string;
}

interface Correction {
  kind: "exchange" | "insert";
  seats: Seat[];
  at: number;
  payload: Payload | null;
  preview: CorrectionPreview | null;
  reason: string;
  busy: boolean;
  aside: Draft | null;
  client_id?: string;
}

interface CorrectionPreview {
  revision: number;
  changes: { number: number; before: string; after: string }[];
  remarks: string[];
  breaks: string[];
}

interface Notice {
  text: string;
  short?: string; // the same in the bar
  undoes?: boolean; // what it tells of is what can be undone
  deal?: number;
  key?: string; // of the words that name the deal and what became of it
  of?: string;
}

// The latest change of this phone, for a minute: what the deal said before (null: nothing), or the revision of several.
interface Undo {
  text: string;
  number?: number;
  version?: number; // of the deal by that change
  payload?: Payload | null;
  revision?: number;
}

interface Settings {
  awake: boolean; // the screen stays on while a game is played
  moments: boolean; // movement and vibration
  large: boolean; // larger letters
  night: boolean | null; // light letters on a dark ground; null: as the phone has it
}

interface PadState {
  readonly settings: Readonly<Settings>;
  readonly boot: Boot;
  readonly server: TableState; // as it was last heard
  readonly queue: Readonly<QueueState>;
  readonly durable: boolean;
  readonly looking: boolean;
  readonly draft: Readonly<Draft>;
  readonly pending: Readonly<Pending> | null; // what was saved just now, as long as its answer may come at once
  readonly screen: string;
  readonly link: "live" | "waiting";
  readonly gone: "" | "gone" | "over";
  readonly notice: Notice | null;
  readonly undo: Undo | null;
  readonly problem: string | null;
  readonly conflict: { changes: DealFacts[] } | null; // what changed while a deal was entered
  readonly correction: Readonly<Correction> | null; // of several deals
  readonly otherTables: { base: string; table: number; count: number }[];
  readonly dropping: string | null; // the entry whose dropping was asked for once
  readonly alone: boolean; // all hands are entered on this phone
  readonly contributing: boolean; // to the deal that is played: it is on its way
  readonly revealed: number | null; // the deal that was opened, until this phone has said so
  readonly lastRead: number;
  readonly callNote: string;
  readonly claimCode: string;
  readonly looksAt: number | null; // a proposed correction (its id)
  readonly disputeReason: string;
  readonly left: Readonly<Draft> | null; // a correction that was left by Back
  readonly aside: readonly string[]; // what news said that was put aside, to be found under Help
  readonly dealsOf: Seat | "waiting" | null; // whose deals the list shows, or those that wait to be confirmed; null: all
  readonly unfolded: number | null; // the deal of which the list shows more than a line
  readonly knows: boolean; // when the page was opened, deals like these had been saved on this phone
}

// The state with what follows from it, as the screens look at it.
interface View<D = Draft> extends Omit<PadState, "draft"> {
  readonly draft: Readonly<D>;
  readonly state: TableState; // the server's, with what waits played on top
  readonly game: Game;
  readonly words: Words;
}

type AnnouncementView = View<AnnouncementDraft>;
type ShowdownView = View<ShowdownDraft>;

interface Store {
  readonly state: PadState;
  set(changes: Partial<PadState>): void;
  note(changes: Partial<PadState>): void;
}

interface Context {
  store: Store;
  storage: PadStorage;
  api: ReturnType<typeof import("./queue/api.js").createApi>;
  queue: ReturnType<typeof import("./queue/queue.js").createQueue>;
  persist: ReturnType<typeof import("./queue/persist.js").createPersist>;
  sendLater: () => void;
}

type Bound<Named> = {
  readonly [Name in keyof Named]: Named[Name] extends (context: Context, ...given: infer Given) => infer Done ? (...given: Given) => Done : never;
};
type Actions = ReturnType<typeof import("./store/actions.js").createActions>;

// How one kind of sheet is entered: `D` is its part of the draft.
interface SheetDraft<D> {
  fresh(state: TableState, game: Game): D;
  reopened(state: TableState, deal: { payload: Payload }): D;
  changed(changes: Partial<D>): Partial<D>;
  payload(draft: DraftFacts & D, state: TableState, game: Game): Payload;
  complete(draft: DraftFacts & D, game: Game): boolean;
  rebased(draft: DraftFacts & D, state: TableState, game: Game): Partial<D>;
  seatedAnew(draft: DraftFacts & D, state: TableState, game: Game): Partial<D>;
  refused(draft: DraftFacts & D, error: Problem): Partial<D>;
}

interface PadScreen<V = View> {
  body(pad: V, actions: Actions): Child;
  dock(pad: V, actions: Actions): Child;
}

interface PadForm<V = View> extends PadScreen<V> {
  summary(pad: V): string;
  spoken(pad: V): string;
  swipe?(pad: V, actions: Actions, direction: 1 | -1): void;
  depth(pad: V): number; // how many steps lead back to the beginning
  back?(pad: V, actions: Actions): void; // one of them, where no button does
}

// ---- The rules

interface Deck {
  copies: Record<string, number>;
  kinds: Record<string, string>;
  places: Record<string, number>;
}

interface RankedReading extends Reading {
  strength: number[]; // compared as a list
}

interface ColonialRules {
  hands: string;
  order: string[];
  kickers: boolean;
}

// Of a hand that is not whole: its category already, and the cards of which one more makes it another.
interface Growth {
  category: string | null;
  more: string[];
  becomes: string | null;
}

interface Reader {
  read(cards: string[], quarry: string[]): RankedReading;
  grow: ((cards: string[], left: string[]) => Growth) | null;
  decidedBy(won: Reading, lost: Reading): string;
}

interface ShowdownRules {
  game: Game;
  deck: Deck;
  reader: Reader | null;
}

interface TableRecord {
  seats: number;
  first_dealer: Seat;
  deals: (Payload | null)[]; // null for a voided one
  closed: boolean;
}

interface TableResult {
  seats: Partial<SeatFacts>[] | null; // null where only the server knows
  turn: Seat | null;
  next_turn: Seat | null;
  playoff?: TableState["playoff"];
  finished: boolean;
  deals: (Result | null)[];
}

interface JudgedDeal {
  winners: Seat[];
  decided_by: string;
  hands: Map<Seat, RankedReading | null>;
  unverified: boolean;
}

interface SheetSoFar {
  game: Game;
  left: number[];
  total: number;
  exact: number;
  made: number;
}

interface ShowdownSheet {
  seats: number;
  game: Game;
  showdown: ShowdownRules;
  known: boolean; // who won all of its deals
  counted: number;
  lastDealer: Seat | null;
  chain: { root: number; latest: number; tied: Seat[]; paid: Map<Seat, number> } | null;
  won: number[];
  cubits: number[];
}

// ---- The service worker, as much of it as the pad's asks for

interface WorkerClient {
  url: string;
  postMessage(message: object): void;
}

interface WorkerEvent extends Event {
  data: any;
  request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}

interface PadWorker {
  clients: { claim(): Promise<void>; matchAll(options: object): Promise<WorkerClient[]> };
  skipWaiting(): Promise<void>;
  addEventListener(name: string, listener: (event: WorkerEvent) => void): void;
}

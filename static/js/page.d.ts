// What the pages' scripts hear besides the browser's own events.

interface HtmxDetail {
  requestConfig?: { triggeringEvent?: Event; knew?: number };
  triggeringEvent?: Event;
  xhr: XMLHttpRequest;
  target: Element;
  parameters: Record<string, string>;
  knew?: number;
  timeout?: number;
}

interface HtmxEvents {
  "htmx:configRequest": CustomEvent<HtmxDetail>;
  "htmx:beforeRequest": CustomEvent<HtmxDetail>;
  "htmx:afterRequest": CustomEvent<HtmxDetail>;
  "htmx:beforeSwap": CustomEvent<HtmxDetail>;
  "htmx:afterSwap": CustomEvent<HtmxDetail>;
  "htmx:afterSettle": CustomEvent<HtmxDetail>;
  "htmx:sendAbort": CustomEvent<HtmxDetail>;
  "htmx:sendError": CustomEvent<HtmxDetail>;
  "htmx:timeout": CustomEvent<HtmxDetail>;
  "htmx:responseError": CustomEvent<HtmxDetail>;
}

// A row's key, flags and figures, and the rows within it.
type LiveRow = [key: string, flags: string, cells: string[], inner?: LiveRow[]];
interface LiveList {
  cells: string[];
  inner: string[];
  rows: LiveRow[];
}
interface LiveState {
  revision: number;
  outline: number;
  accepted: number;
  lists: Record<string, LiveList>;
}

interface LivePart {
  revision: number;
  id: string;
  html: string;
}

declare const htmx: {
  swap(target: Element, content: string, swap: { swapStyle: string }): void;
  ajax(verb: string, path: string, context: { target: Element; swap: string }): Promise<void>;
};

interface DocumentEventMap extends HtmxEvents {
  contentvisibilityautostatechange: ContentVisibilityAutoStateChangeEvent;
}
interface HTMLElementEventMap extends HtmxEvents {
  state: CustomEvent<LiveState>;
}

declare const Sortable: { create(list: Element, options: object): unknown };

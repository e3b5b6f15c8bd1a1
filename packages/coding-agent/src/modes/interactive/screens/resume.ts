// The list of sessions: search in what was said, sort, rename, delete, and go on with one.
import type { KeyEvent } from "@oh-my-pi/pi-tui/input-event";
import type { SelectItem } from "@oh-my-pi/pi-tui/select-list";
import { agentPaths } from "../../../platform/agent-paths.ts";
import {
  listAllSessions,
  listProjectSessions,
  type SessionListing,
} from "../../../session/log/list-sessions.ts";
import { deleteSession } from "../../../session/log/move-session.ts";
import { searchSessions } from "../../../session/log/search-sessions.ts";
import { faceDialogs } from "../face-dialogs.ts";
import type { Face } from "../face.ts";
import { SESSIONS_SCOPE } from "../list-actions.ts";
import { pick, type PickedList } from "../pick.ts";
import { renameSession } from "../rename-session.ts";
import { defineScreen } from "../screen.ts";
import { sinceWords } from "../since-words.ts";

const SEARCH_MS = 300;

export default defineScreen({
  async open(face, argument) {
    const screen = new ResumeScreen(face);
    for (let again: ResumeStep | undefined = { query: argument }; again !== undefined;)
      again = await screen.show(again);
  },
});

/** What the list is opened with, the first time and after each change. */
interface ResumeStep {
  readonly query: string;
  readonly current?: string;
}

class ResumeScreen {
  readonly #face: Face;
  #isByName = false;
  #isEverywhere = false;
  #hasPaths = false;
  #reading: AbortController | undefined;

  constructor(face: Face) {
    this.#face = face;
  }

  /** Shows the list; gives how to open it again after a change. */
  async show({ query, current }: ResumeStep): Promise<ResumeStep | undefined> {
    const listings = this.#list();
    const items = this.#items(listings);
    let step: ResumeStep | undefined;
    let change: (() => Promise<void>) | undefined;
    const chosen = await pick(this.#face, {
      title: this.#isEverywhere ? "Sessions of all projects" : "Sessions of this project",
      items,
      query,
      ...(current !== undefined && { current }),
      hint: "Enter goes on with it, Tab shows all projects, Ctrl+S sorts, Ctrl+P shows paths, Ctrl+R renames, Ctrl+D deletes, Esc closes",
      emptyNote: "No sessions",
      maxLabelColumns: 44,
      onQuery: (list) => this.#search(list, listings),
      onKey: (event, list) => {
        const work = this.#keyWork(event, list, listings);
        if (work === undefined) return false;
        step = {
          query: list.query,
          ...(list.highlighted !== undefined && { current: list.highlighted }),
        };
        change = work;
        list.choose("");
        return true;
      },
    });
    this.#reading?.abort();
    if (step !== undefined) {
      await change?.();
      return step;
    }
    if (chosen === undefined) return undefined;
    const session = await this.#face.sessions.open({ kind: "file", file: chosen });
    this.#face.notice("info", `Back in ${session.log.header.title ?? session.log.header.id}.`);
    return undefined;
  }

  /** What the heads tell is shown at once, what was said in the sessions as soon as it is read. */
  #search(list: PickedList, listings: readonly SessionListing[]): void {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    list.setItems(this.#items(matching(listings, list.query)));
    const { signal } = reading;
    const options = { budgetMs: SEARCH_MS, now: this.#face.machine.host.now, signal };
    searchSessions(listings, list.query, options).then(
      ({ matches }) => {
        if (signal.aborted) return;
        list.setItems(this.#items(matches));
        this.#face.tui.requestRender();
      },
      (error: unknown) => {
        if (!signal.aborted) this.#face.notice("warning", String(error));
      },
    );
  }

  #list(): readonly SessionListing[] {
    const { host } = this.#face.machine;
    const { log } = this.#face.sessions.current;
    const { sessionsDir } = agentPaths(host);
    const found = this.#isEverywhere
      ? listAllSessions(sessionsDir)
      : listProjectSessions({ sessionsDir, cwd: log.header.cwd, host });
    const others = found.filter(({ file }) => file !== log.file);
    return this.#isByName ? others.sort((a, b) => a.name.localeCompare(b.name)) : others;
  }

  #items(listings: readonly SessionListing[]): readonly SelectItem[] {
    return listings.map(({ file, name, modifiedMs, cwd }) => ({
      value: file,
      label: name,
      description: [
        sinceWords(this.#face.machine.host.now() - modifiedMs),
        ...(this.#hasPaths || this.#isEverywhere ? [cwd] : []),
      ].join(" · "),
    }));
  }

  /** What a key of this list asks for. */
  #keyWork(
    event: KeyEvent,
    { highlighted, query }: PickedList,
    listings: readonly SessionListing[],
  ): (() => Promise<void>) | undefined {
    if (event.chord === "tab") return async () => void (this.#isEverywhere = !this.#isEverywhere);
    const chosen = listings.find(({ file }) => file === highlighted);
    switch (this.#face.keymap.actionFor(event, SESSIONS_SCOPE)) {
      case "app.session.togglePath":
        return async () => void (this.#hasPaths = !this.#hasPaths);
      case "app.session.toggleSort":
        return async () => void (this.#isByName = !this.#isByName);
      case "app.session.rename":
        return async () => chosen && this.#rename(chosen);
      case "app.session.delete":
        return async () => chosen && this.#delete(chosen);
      case "app.session.deleteNoninvasive":
        return query === "" ? async () => chosen && this.#delete(chosen) : undefined;
      default:
        return undefined;
    }
  }

  async #rename(listing: SessionListing): Promise<void> {
    const name = await faceDialogs(this.#face).input("New name", listing.name);
    if (name === undefined || name.trim() === "") return;
    renameSession(listing.file, name, this.#face.machine.host);
  }

  async #delete(listing: SessionListing): Promise<void> {
    const isSure = await faceDialogs(this.#face).confirm(
      `Delete "${listing.name}"?`,
      "Its file and artifacts are gone for good.",
    );
    if (isSure) deleteSession(listing.file, this.#face.machine.host.platform);
  }
}

/** Sessions in which all words occur, at once where their heads tell. */
function matching(listings: readonly SessionListing[], query: string): readonly SessionListing[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return listings.filter(({ id, title, firstPrompt, cwd, name }) => {
    const text = [id, title, firstPrompt, cwd, name].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

// The sessions of one server, by their ids.
import { type Guest, Room, type RoomSummary } from "./room.ts";

/** What a session is asked to be. */
export interface RoomWish {
  readonly cwd?: string | undefined;
  readonly model?: string | undefined;
  readonly sessionFile?: string | undefined;
  /** Keep nothing on disk. */
  readonly ephemeral?: boolean | undefined;
  /** Approvals and questions go to the host. */
  readonly ui?: boolean | undefined;
}

/** Opens a session; throws UserError for what its asker can put right. */
export type OpenGuest = (
  wish: RoomWish,
) => Promise<{ readonly guest: Guest; readonly notes: readonly string[] }>;

/** No further session is opened. */
export class HouseFull extends Error {
  constructor() {
    super(`There are ${MAX_ROOMS} sessions open; close one first.`);
    this.name = "HouseFull";
  }
}

const MAX_ROOMS = 64;

export class Rooms {
  readonly #rooms = new Map<string, Room>();
  readonly #open: OpenGuest;
  readonly #onDefect: (defect: unknown) => void;
  #opening = 0;

  constructor(open: OpenGuest, onDefect: (defect: unknown) => void) {
    this.#open = open;
    this.#onDefect = onDefect;
  }

  list(): RoomSummary[] {
    return [...this.#rooms.values()].map(({ summary }) => summary);
  }

  find(id: string): Room | undefined {
    return this.#rooms.get(id);
  }

  async open(wish: RoomWish): Promise<{ readonly room: Room; readonly notes: readonly string[] }> {
    if (this.#rooms.size + this.#opening >= MAX_ROOMS) throw new HouseFull();
    this.#opening++;
    try {
      const { guest, notes } = await this.#open(wish);
      const room = new Room(guest, this.#onDefect);
      this.#rooms.set(room.id, room);
      return { room, notes };
    } finally {
      this.#opening--;
    }
  }

  async close(room: Room): Promise<void> {
    if (this.#rooms.delete(room.id)) await room.close();
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#rooms.values()].map((room) => this.close(room)));
  }
}

// Which tools the session offers now, for a tool that would send the model to another one.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";

/** Names of the tools that can be called. */
export type ActiveTools = () => readonly string[];

export const activeToolsNeed = defineNeed<ActiveTools>("active-tools");

// The composition root: builds a session out of the host, the settings, a model, tools and a log. The lists of what
// there is stand in `assemble/`.
import { systemClock } from "@oh-my-pi/pi-agent-core/clock";
import { preconnect } from "@oh-my-pi/pi-ai/preconnect";
import { TOUR_METADATA } from "@oh-my-pi/pi-ai/tour-script";
import { withNewestSession } from "./assemble/auto-resume.ts";
import { openGuardedLog } from "./assemble/guarded-log.ts";
import type { OpenFrom } from "./assemble/open-wished.ts";
import { initialChoices, optionsFrom } from "./assemble/request-options.ts";
import { pickSessionModel, watchLocalModels } from "./assemble/session-models.ts";
import { sessionSettings } from "./assemble/session-settings.ts";
import { sessionToolHost } from "./assemble/session-tool-host.ts";
import { SessionTools } from "./assemble/session-tools.ts";
import { createShellServices, type ShellServices } from "./assemble/shell-services.ts";
import { contextFilesFor, promptDraft } from "./assemble/system-segments.ts";
import { missingSandboxNotes } from "./assemble/session-sandbox.ts";
import { toolsFor, unknownToolNotes } from "./assemble/tool-set.ts";
import { summingMeans } from "./assemble/summing.ts";
import { surroundings } from "./assemble/surroundings.ts";
import type { Host } from "./platform/host.ts";
import { ApprovalDesk } from "./services/approval/approval-desk.ts";
import { LeaseBook } from "./services/approval/lease-book.ts";
import { attendByDialogs } from "./services/ask-by-dialogs.ts";
import { createTourProject } from "./services/tour-project.ts";
import type { QuestionDesk } from "./services/question-desk.ts";
import type { Launch } from "./session/launch.ts";
import { withJournal } from "./session/launch-log.ts";
import { isLocal } from "./session/pick-model.ts";
import type { Held } from "./session/session-holder.ts";
import type { SessionWish } from "./session/session-wish.ts";
import type { SessionParts } from "./session/session-parts.ts";
import { Session } from "./session/session.ts";
import { noteText } from "./settings/layers.ts";
import type { Settings } from "./settings/settings.ts";
import type { ProjectTrust } from "./trust/project-trust.ts";

/** A session that is ready, and what its user should hear first. */
export interface Assembled extends Held<Assembled> {
  readonly session: Session;
  readonly settings: Settings;
  readonly notes: readonly string[];
  readonly desk: ApprovalDesk;
  /** What of the project may be interpreted; decided before anything was. */
  readonly trust: ProjectTrust;
  /** Takes the secrets that are known out of a text. */
  readonly hide: (text: string) => string;
  /** Where the `ask` tool waits for answers; whoever attends it says so in `Presence.canAsk`. */
  readonly questions: QuestionDesk;
  /** Background jobs, and terminals to show. */
  readonly shell: Pick<ShellServices, "jobs" | "terminals" | "userBash">;
  /** The tools and who runs them, for calls that no model makes. */
  readonly toolbox: Pick<SessionParts["tools"], "shelf" | "host">;
  /** The scratch project, when the demo model gives its tour. */
  readonly tourDirectory: string | undefined;
}

/** What the face of a session can do. */
export interface Presence {
  /** It attends the question desk: the model may ask. */
  readonly canAsk?: boolean;
}

/** Builds a session. Throws UserError for what the user can put right. */
export async function createSession(
  asked: Launch,
  host: Host,
  { canAsk = asked.dialogs !== undefined }: Presence = {},
): Promise<Assembled> {
  const { trust, settings, following } = await sessionSettings(asked, host);
  const { launch: resumed, notes: resumeNotes } = withNewestSession(asked, settings, host);
  const wish = await withJournal(resumed, host);
  const picked = await pickSessionModel(wish, settings, host);
  const { model, models, access } = picked;
  const isTour = isLocal(model) && wish.isInteractive === true;
  const launch = isTour ? { ...wish, cwd: createTourProject(host.tmp) } : wish;
  const tools = await toolsFor({ launch, host, settings, canAsk });
  const notes = settings.notes.map(noteText);
  notes.push(...resumeNotes, ...picked.notes, ...unknownToolNotes(launch.tools));
  const context = contextFilesFor(launch, host, settings);
  notes.push(...context.notes);
  const parts = { host, settings, trust, access, notes };
  const { log, secrets, stream } = openGuardedLog(launch, parts);
  const base = { launch, host, settings, log, secrets, trust, contextFiles: context.files };
  const deployment = await access.prepare(model);
  // A run that was given its message asks at once; one that waits for a person opens nothing yet.
  if (deployment !== undefined && wish.isInteractive !== true) preconnect(deployment);
  const desk = new ApprovalDesk(new LeaseBook(launch.cwd, host.now));
  const clock = { ...systemClock, now: host.now };
  const shell = createShellServices({ ...base, clock, tools }, (text) => session.tell(text));
  notes.push(...(await missingSandboxNotes(shell.sandbox)));
  const around = await surroundings({ ...base, clock, notes, shell });
  const { telemetry } = around.beside;
  const own = new SessionTools({
    tools,
    settings,
    clock,
    models: { models, stream: telemetry?.aside(stream, "vision") ?? stream },
    isKept: log.file !== undefined,
    areNamed: launch.tools !== undefined,
    hostTools: around.hostTools,
    features: around.features,
  });
  if (launch.dialogs !== undefined) attendByDialogs(launch.dialogs, desk, own.questions);
  const toolSources = { ...base, shell, conversation: () => session, toolServices: own.services };
  const toolbox = own.runBy(sessionToolHost(toolSources, desk));
  const session = new Session({
    log,
    models,
    settings,
    rotation: access,
    stream,
    initial: initialChoices(picked, launch, settings),
    clock,
    requestOptions: {
      sessionId: launch.providerSessionId ?? log.header.id,
      ...optionsFrom(settings),
      ...(isTour && { metadata: { ...TOUR_METADATA, paceMs: String(TOUR_PACE_MS) } }),
    },
    summing: summingMeans({ launch, secrets, access }),
    prompt: promptDraft(launch, host, tools, context.files),
    tools: toolbox,
    hasTitles: launch.isInteractive === true && launch.isUntitled !== true && !isTour,
    ...around.beside,
    leases: desk.leases,
    onClose: () => closeAll([access, shell, telemetry]).finally(following.stop),
  });
  own.attach(session);
  following.start();
  if (wish.isLasting === true) watchLocalModels(models);
  return {
    session,
    settings,
    notes,
    desk,
    questions: own.questions,
    shell,
    trust,
    hide: secrets.hide,
    tourDirectory: isTour ? launch.cwd : undefined,
    toolbox,
    openNext: (next) => openLater(next, { session, launch, host, create: creating({ canAsk }) }),
  };
}

/** Makes sessions for the same face. */
function creating(presence: Presence) {
  return (launch: Launch, host: Host): Promise<Assembled> => createSession(launch, host, presence);
}

async function openLater(wish: SessionWish, from: OpenFrom<Assembled>): Promise<Assembled> {
  const { openWished } = await import("./assemble/open-wished.ts");
  return openWished(wish, from);
}

/** Pause between the words of the demo model, so that people can follow. */
const TOUR_PACE_MS = 12;

async function closeAll(parts: readonly ({ close(): Promise<void> } | undefined)[]): Promise<void> {
  for (const part of parts) await part?.close();
}

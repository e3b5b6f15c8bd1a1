// docker and podman: layers on their way and steps that came from the cache.
import { dropping, type Minimizer } from "./minimizer.ts";

const LAYER = "(?:[0-9a-f]{12}: )";

export const docker: Minimizer = {
  name: "docker",
  matches: ([program = "", command = "", sub = ""]) =>
    ["docker", "podman", "docker-compose"].includes(program) &&
    /^(?:build|buildx|pull|push|compose|image|up|run|create)$/.test(command || sub),
  filter: dropping(
    new RegExp(
      `^\\s*${LAYER}(?:Pulling fs layer|Waiting|Verifying Checksum|Download complete|Pull complete|Already exists|Downloading|Extracting|Preparing|Pushing|Pushed|Mounted|Layer already exists)`,
    ),
    /^#\d+ (?:sha256:|extracting |transferring |resolve |CACHED|DONE |\.\.\.|exporting |writing |naming |unpacking )/,
    /^#\d+ \d+(?:\.\d+)? (?:Get:|Selecting |Preparing to unpack|Unpacking |Setting up )/,
    /^ ---> (?:[0-9a-f]{12}|Using cache|Running in )/,
    /^Removing intermediate container /,
    /^ (?:⠿|✔|⠋|⠙|⠹|⠸|⠼|⠴|⠦|⠧|⠇|⠏) /,
  ),
};

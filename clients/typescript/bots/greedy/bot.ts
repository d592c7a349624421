import { run } from "../../src/index.js";
import { GreedyBot } from "./greedy.js";

run({ name: "greedy-ts" }, (game) => new GreedyBot(game));

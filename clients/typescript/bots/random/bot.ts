import { run } from "../../src/index.js";
import { RandomBot } from "./random.js";

run({ name: "random-ts" }, (game) => new RandomBot(game));

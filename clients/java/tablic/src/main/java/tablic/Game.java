package tablic;

import tablic.v1.RulesOuterClass.Rules;

/** The game that a bot plays. A bot that takes all chance from the seed plays the same again. */
public record Game(Rules rules, int seat, long seed) {}

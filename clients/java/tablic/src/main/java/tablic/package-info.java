/** Bots that play the card game Tablić in a tablic-arena. */
package tablic;

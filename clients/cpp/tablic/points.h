// What cards and tablas score.
#pragma once

#include <cstdint>

#include "tablic/v1/referee.pb.h"

namespace tablic {

// The points of a card.
int card_points(v1::Card card, const v1::Rules& rules);

// The points of the cards in a mask, as in turn.piles: bit (number - 1) stands for a card.
int pile_points(std::uint64_t pile, const v1::Rules& rules);

// The points of a play that takes the whole table, for that; its cards score besides.
int tabla_points(const v1::Play& play, const v1::Rules& rules);

// The side of a seat: its place in piles, tablas and totals.
int side_of(std::uint32_t seat, const v1::Rules& rules);

// The total of the seat to act as a claim counts it now.
int claim_total(const v1::Turn& turn, const v1::Rules& rules);

}  // namespace tablic

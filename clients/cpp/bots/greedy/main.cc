#include <tablic/client.h>

#include "greedy.h"

int main() { return tablic::run<Greedy>({.name = "greedy-cpp"}); }

#include <tablic/client.h>

#include "random.h"

int main() { return tablic::run<Random>({.name = "random-cpp"}); }

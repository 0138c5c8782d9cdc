#include "annotated.h"
void other() { all(); }

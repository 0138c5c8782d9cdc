// Causal attention over a batch of texts: each token looks at itself and at the
// tokens before it. Texts have different lengths; the longest come first.
//   attention [LONGEST [HEADS]]
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int Texts = 32, Width = 64;
using Token = std::array<float, Width>;

// Adds to the result what token q of a text sees: the mean of tokens 0 to q,
// each weighted by how much it is like token q. Never inlined, so that all
// callers compute the same bits.
[[gnu::noinline]] void attend(const Token *text, int q, float sharpness,
                              Token &result) {
  Token sum{};
  float weights = 0;
  for (int k = 0; k <= q; ++k) {
    float likeness = 0;
#pragma omp simd reduction(+ : likeness)
    for (int d = 0; d < Width; ++d)
      likeness += text[q][d] * text[k][d];
    const float weight = std::exp(sharpness * likeness);
    weights += weight;
    for (int d = 0; d < Width; ++d)
      sum[d] += weight * text[k][d];
  }
  for (int d = 0; d < Width; ++d)
    result[d] += sum[d] / weights;
}

int main(int argc, char **argv) {
  const int longest = argc > 1 ? std::atoi(argv[1]) : 1024;
  const int heads = argc > 2 ? std::atoi(argv[2]) : 150;
  std::vector<int> length(Texts);
  for (int t = 0; t < Texts; ++t)
    length[t] = longest * 4 / (4 + t);
  std::vector<Token> in(Texts * longest), out(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    for (int d = 0; d < Width; ++d)
      in[i][d] = std::sin(i + 0.1f * d * d);

  for (int head = 1; head <= heads; ++head) {
#pragma ompx usersched(load : q < length[t] ? q + 1 : 0)
#pragma omp parallel for collapse(2) schedule(runtime)
    for (int t = 0; t < Texts; ++t)
      for (int q = 0; q < longest; ++q)
        if (q < length[t])
          attend(&in[t * longest], q, 0.1f / head, out[t * longest + q]);
  }

  // One thread computes every 97th token again: the bits must be the same.
  for (int t = 0; t < Texts; ++t)
    for (int q = 0; q < length[t]; q += 97) {
      Token again{};
      for (int head = 1; head <= heads; ++head)
        attend(&in[t * longest], q, 0.1f / head, again);
      if (again != out[t * longest + q]) {
        std::fprintf(stderr, "error: token %d of text %d is wrong\n", q, t);
        return 1;
      }
    }

  double total = 0;
  for (const Token &token : out)
    for (float value : token)
      total += value;
  std::printf("%d texts, up to %d tokens, %d heads: total %.17g\n", Texts,
              longest, heads, total);
}

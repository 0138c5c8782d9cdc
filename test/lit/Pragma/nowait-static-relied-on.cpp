// A loop without a barrier in front of it touches what an earlier one may not
// have finished: one warning for each nowait, with both places.
// RUN: %clangxx %verify %s

struct Domain {
  double &e(int i) { return energy[i]; }
  double v(int i) const { return volume[i]; }
  double *energy, *volume, *mass;
};

void pointers(Domain &domain, double *work, const int *list, int n) {
  double *delvc = new double[n];
#pragma omp parallel
  {
#pragma ompx usersched(load: i)
  // expected-warning@+1 {{'nowait' lets the loop at line 22 read 'delvc' before this one has written it; OpenMP promises only for two loops under 'schedule(static)', which '#pragma ompx usersched' replaces, that iteration i of both has one thread}} expected-note@+1 {{remove 'nowait', or '#pragma ompx usersched' from both loops}}
#pragma omp for nowait firstprivate(n)
    for (int i = 0; i < n; ++i) {
      int element = list[i];
      delvc[i] = domain.v(element); // expected-note {{it is written here}}
    }
#pragma omp for firstprivate(n)
    for (int i = 0; i < n; ++i)
      work[i] += delvc[i]; // expected-note {{and read here}}
  }
  delete[] delvc;
}

void accessors(Domain &domain, const int *list, int n) {
#pragma omp parallel
  {
  // expected-warning@+1 {{lets the loop at line 37 write 'domain.e' before this one has read it}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      domain.mass[i] = domain.e(list[i]); // expected-note {{it is read here}}
#pragma ompx usersched(load: i)
#pragma omp for
    for (int i = 0; i < n; ++i)
      domain.e(i) = 0; // expected-note {{and written here}}
  }
}

void parts(Domain *domain, int n) {
#pragma omp parallel
  {
#pragma ompx usersched(load: i)
  // expected-warning@+1 {{lets the loop at line 52 write 'domain->mass' before this one has written it}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      domain->mass[i] = 1; // expected-note {{it is written here}}
#pragma ompx usersched(load: i)
#pragma omp for simd nowait
    for (int i = 0; i < n; ++i)
      domain->mass[i] = 2; // expected-note {{and written here}}
  }
}

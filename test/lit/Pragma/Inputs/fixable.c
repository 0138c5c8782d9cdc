void misspelt(int n, int *a) {
  // CHECK: #pragma ompx usersched(load: i)
#pragma ompx usershed(load: i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

void behind(int n, int *a) {
  // CHECK: {{^}}  #pragma ompx usersched(load: i, \{{$}}
  // CHECK-NEXT:{{^}}                         chunk: 3){{$}}
  // CHECK-NEXT:{{^}}  #pragma omp parallel \{{$}}
  // CHECK-NEXT: for
  #pragma omp parallel \
      for

  #pragma ompx usersched(load: i, \
                         chunk: 3)
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

void commas(int n, int *a) {
  // CHECK: #pragma ompx usersched(load: i, steal: off)
#pragma ompx usersched(load: i steal: off)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // CHECK: #pragma ompx usersched(load: i, steal: off)
#pragma ompx usersched(load: i; steal: off)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

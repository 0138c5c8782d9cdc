# make -f pkg-config.mk, with pkg-config
CXX = $(shell pkg-config --variable=cxx usersched)
CXXFLAGS = -O3 -Wall $(shell pkg-config --cflags usersched)
LDLIBS = $(shell pkg-config --libs usersched)

triangle: triangle.cpp measure.h
	$(CXX) $(CXXFLAGS) triangle.cpp $(LDLIBS) -o $@

clean:
	rm -f triangle
.PHONY: clean

# make -f pkg-config.mk, with pkg-config
CXX = $(shell pkg-config --variable=cxx usersched)
CXXFLAGS = -O3 -Wall $(shell pkg-config --cflags usersched)
LDLIBS = $(shell pkg-config --libs usersched)

all: triangle attention
triangle: measure.h
%: %.cpp
	$(CXX) $(CXXFLAGS) $< $(LDLIBS) -o $@

clean:
	rm -f triangle attention
.PHONY: all clean

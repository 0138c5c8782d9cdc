"""Why an execution ran with its technique, in words. The keys are the names in
runtime/src/plan/Technique.h; docs/how-it-works.md has the rules behind them."""

WORDS = {
    "one-thread": "the team has one thread",
    "off": "USERSCHED_SCHEDULE=off",
    "unknown-team": "nowait, and the region is not known",
    "no-memory": "there was no memory",
    "plan": "a plan was kept",
    "no-plan": "no plan was kept: makes one",
    "stale-plan": "the loads had changed: makes a plan",
    "coarse-plan": "the plan was too coarse: makes another",
    "not-kept": "profile: off",
    "first-time": "new, or plans were hardly used: makes no plan",
    "trial": "to find out how long it takes",
    "quickest": "it was the quickest lately",
}


def words(reason):
    return WORDS.get(reason, reason)

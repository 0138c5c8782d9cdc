"""usersched-report: what the scheduler did and why, as pages and pictures."""

"""The club: history, ratings, pools, challenges and tournaments."""

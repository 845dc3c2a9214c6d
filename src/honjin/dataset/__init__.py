"""Data sets of solved positions with the value of every choice, and bots graded by them.

    pip install 'honjin[dataset]'

    make(load("rokumon"), {"act": "3"}, Path("act3"), positions=1000)
    for row in read("act3", "test"):
        print(row.position, row.best)
    grade(find_entrant(...), read("act3", "test"))

columns   the columns, and the metadata on how a file was made
making    from solved tables to Parquet, split by deal
reading   rows, and arrays for learning
grading   how often a bot keeps the value, and how many plies it gives away
"""

from honjin.dataset.columns import SPLITS, BadDataset, NoParquet, Row
from honjin.dataset.grading import Grade, grade
from honjin.dataset.making import Made, make, splits_of
from honjin.dataset.reading import Arrays, arrays, read, read_about

__all__ = [
    "SPLITS", "Arrays", "BadDataset", "Grade", "Made", "NoParquet", "Row", "arrays", "grade",
    "make", "read", "read_about", "splits_of",
]  # fmt: skip

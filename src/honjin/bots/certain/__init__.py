"""What is certain stands above what is thought: tables, proofs, and how a lost game is defended."""

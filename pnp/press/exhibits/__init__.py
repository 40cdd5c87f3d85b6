"""Pages that show faces and are not cut: proofs of colours, and what changed since an earlier print."""

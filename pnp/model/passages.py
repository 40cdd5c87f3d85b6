"""The words for how sheets go through a printer, the usual one first."""

# Fronts and backs in turn; all fronts, then all backs; the same for a stack that is put back by hand.
ORDERS = ("interleaved", "fronts-backs", "manual")
# Which sides are printed.
SIDES = ("both", "fronts", "backs")
DUPLEX = ("automatic", "manual")
EDGES = ("long-edge", "short-edge")
FEEDS = ("same", "reversed")
# The machines that sheets can be made for: Silhouette's, which find three marks, those of them that want four, and any
# other.
SILHOUETTES = ("silhouette", "silhouette-four")
CUTTERS = (*SILHOUETTES, "generic")

"""Tests of the checking engine."""

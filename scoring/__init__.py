"""What was this table worth? Cards, sheets and showdowns; standard library only."""

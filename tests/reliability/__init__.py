"""What goes wrong in operation: killed workers, emptied brokers, lost messages."""

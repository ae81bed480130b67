"""Where dates read otherwise than Django writes them."""

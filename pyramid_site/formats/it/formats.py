DATE_FORMAT = "j F Y"  # 5 Novembre 2026, without a 0 before the 5

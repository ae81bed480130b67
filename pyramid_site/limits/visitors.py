from ipaddress import IPv6Address, ip_address, ip_network

HOUSEHOLD = 64  # bits: a network of IPv6 whose addresses are one customer's, to change as he likes


def visitor(address: str) -> str:
    """Whom the address stands for."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((found, HOUSEHOLD), strict=False))

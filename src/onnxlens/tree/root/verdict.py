"""x"""
from ... import schema
from .fit import score
from . import weights
from .survey import Survey
from .reader import Reader
def raw(source):
    s=Survey(Reader(source)); top=s.top()
    out=[(score(s,m,top)*weights.PRIOR.get(m.name,1),m.name) for m in schema.messages()]
    return sorted(out,reverse=True)

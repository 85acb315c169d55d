"""Rules about the wire: tags, lengths, records that stand twice."""

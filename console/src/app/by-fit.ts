/** Whose name bears the words as they were typed comes before what the search likens to them. */
export function byFit<Of extends { label: string }>(places: readonly Of[], words: string): Of[] {
  const typed = words.trim().toLowerCase()
  const fit = ({ label }: Of) => {
    const at = label.toLowerCase().indexOf(typed)
    if (at < 0) return 2
    const ends = [label[at - 1], label[at + typed.length]]
    return ends.some((sign) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)) ? 1 : 0
  }
  return places.toSorted((one, other) => fit(one) - fit(other))
}

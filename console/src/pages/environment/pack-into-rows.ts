export type Box = { width: number; height: number }

/** The corner of each box: in rows from the left, each as tall as its tallest, in the order given. */
export function packIntoRows(boxes: readonly Box[], widthGiven: number, gap: number): { x: number; y: number }[] {
  // The widest has its place in any case, and others may stand as far out as it does.
  const width = Math.max(widthGiven, ...boxes.map((box) => box.width))
  let [x, y, rowHeight] = [0, 0, 0]
  return boxes.map((box) => {
    if (x > 0 && x + box.width > width) [x, y, rowHeight] = [0, y + rowHeight + gap, 0]
    const corner = { x, y }
    x += box.width + gap
    rowHeight = Math.max(rowHeight, box.height)
    return corner
  })
}

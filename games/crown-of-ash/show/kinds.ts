/** What the kinds of fighters look like, in the order of `resourceNames`: another shape for each. */
export const kinds = [
  { shape: 'shield', tone: 'sand' },
  { shape: 'diamond', tone: 'grey' },
  { shape: 'hexagon', tone: 'yellow' },
  { shape: 'disc', tone: 'red' },
] as const;

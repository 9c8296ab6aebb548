/** Scrolls a list, and nothing around it, until one of its elements is visible with some room beside it. */
export function reveal(list: Element, element: Element): void {
  const outer = list.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  const margin = Math.min(inner.height, (outer.height - inner.height) / 2);
  if (inner.top - margin < outer.top) list.scrollTop += inner.top - margin - outer.top;
  else if (inner.bottom + margin > outer.bottom) {
    list.scrollTop += inner.bottom + margin - outer.bottom;
  }
}

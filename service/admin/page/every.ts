/** All items of a list, from all its pages. */
export async function every<Item>(list: { items(): AsyncIterable<Item> }): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list.items()) {
    items.push(item);
  }
  return items;
}

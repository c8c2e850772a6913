type Attributes = Record<string, string>

/** An element with its attributes and what stands in it; false stands for nothing. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...inside: (Node | string | false)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...inside.filter((part) => part !== false))
  return element
}

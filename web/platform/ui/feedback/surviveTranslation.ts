/**
 * Keeps a React page working while the browser translates it.
 * A translator removes text nodes or moves them into its own elements (`<font><font>…`). React keeps references to its text nodes and expects them where
 * it inserted them: when it removes one, or inserts something before one, `removeChild` and `insertBefore` throw, and the whole page crashes
 * (facebook/react#11538). When it changes one that is no longer in the document, the old text stays: an old amount. Markup alone cannot rule this out,
 * because every sentence with a value between two words is such a text node; `translate="no"` would take translation from those who need it. So removed
 * text nodes are looked up by their replacement, and a text that React changes is put back untranslated, which the translator then translates again.
 */
const foreign = 'FONT'
/** The replacement of a removed text node; and for that element, all the text nodes it replaces. */
const standIns = new WeakMap<Node, Element>()
const originals = new WeakMap<Element, Text[]>()
/** Text nodes that the page itself has just removed. */
const removed = new WeakSet<Node>()

/** What represents a node in `parent`: itself, an ancestor, or its replacement. */
function presentIn(parent: Node, node: Node): Node | null {
  for (let around: Node | null = node; around; around = around.parentNode) if (around.parentNode === parent) return around
  const standIn = standIns.get(node)
  return standIn?.parentNode === parent ? standIn : null
}

function guardTree(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (!(child instanceof Text)) return removeChild.call(this, child) as Child
    removed.add(child)
    const present = presentIn(this, child)
    // A text that is nowhere counts as removed; any other mistake still throws.
    if (present) removeChild.call(this, present)
    return child
  }
  Node.prototype.insertBefore = function <New extends Node>(this: Node, node: New, before: Node | null): New {
    removed.delete(node)
    const present = before instanceof Text ? presentIn(this, before) : before
    return insertBefore.call(this, node, present) as New
  }
}

/** React changed a text node that a translator had removed: put it back in place of the translation. */
const changes = (records: readonly MutationRecord[]): void => {
  for (const { target } of records) {
    const standIn = standIns.get(target)
    if (!standIn?.isConnected) continue
    const texts = originals.get(standIn) ?? []
    standIn.replaceWith(...texts)
    for (const text of texts) standIns.delete(text)
  }
}

/** Called once, before the first render. */
export function surviveTranslation(): void {
  guardTree()
  const ofTexts = new MutationObserver(changes)
  const takenOut = ({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void => {
    const standIn = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === foreign)
    for (const node of removedNodes) {
      if (removed.delete(node) || !(standIn instanceof Element)) continue
      if (!(node instanceof Text) || node.isConnected || standIns.has(node)) continue
      standIns.set(node, standIn)
      originals.set(standIn, [...(originals.get(standIn) ?? []), node])
      ofTexts.observe(node, { characterData: true })
    }
  }
  const inPage = new MutationObserver((records) => {
    for (const record of records) takenOut(record)
  })
  inPage.observe(document, { childList: true, subtree: true })
}

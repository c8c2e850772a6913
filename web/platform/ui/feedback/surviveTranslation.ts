/**
 * Lets a page that React draws be translated by the browser.
 *
 * A translator takes each text node out of the page, or into elements of its own (`<font><font>…`). React keeps its text nodes and expects them where it put
 * them: when it removes one, or inserts something before one, `removeChild` and `insertBefore` throw, and the whole page falls (facebook/react#11538).
 * When it changes one that is no longer in the page, the old words stay: an old amount. Markup alone cannot rule it out, because every sentence with a
 * value between two words is such a text node; telling translators to leave the page alone would take it from whoever needs it. So texts are found again
 * by what stands for them, and a text that React changes comes back in its own words, which the translator then translates anew.
 */
const foreign = 'FONT'
/** What a translator put in the place of a text node that it took out; and for that element, all the text nodes it stands for. */
const standIns = new WeakMap<Node, Element>()
const originals = new WeakMap<Element, Text[]>()
/** Text nodes that the page itself took out a moment ago. */
const removed = new WeakSet<Node>()

/** What stands in `parent` for a node: itself, an element around it, or what took its place. */
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
    // A text that is nowhere is as good as removed; any other mistake still throws.
    if (present) removeChild.call(this, present)
    return child
  }
  Node.prototype.insertBefore = function <New extends Node>(this: Node, node: New, before: Node | null): New {
    removed.delete(node)
    const present = before instanceof Text ? presentIn(this, before) : before
    return insertBefore.call(this, node, present) as New
  }
}

/** A text that a translator took out was changed by React: the page's own words come back in the place of the translation. */
const changes = (records: readonly MutationRecord[]): void => {
  for (const { target } of records) {
    const standIn = standIns.get(target)
    if (!standIn?.isConnected) continue
    const texts = originals.get(standIn) ?? []
    standIn.replaceWith(...texts)
    for (const text of texts) standIns.delete(text)
  }
}

/** Starts it. Called once, before anything is drawn. */
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

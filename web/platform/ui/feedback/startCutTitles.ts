/** Gives a text that an ellipsis cuts its whole wording as a title while the pointer is on it. */
export function startCutTitles(): void {
  addEventListener('mouseover', ({ target }) => {
    const text = target instanceof Element ? target.closest<HTMLElement>('[class*="truncate"], [class*="line-clamp"]') : null
    if (!text || text.closest('[title]') || (text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight)) return
    text.title = text.innerText
    text.addEventListener('mouseleave', () => text.removeAttribute('title'), { once: true })
  })
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { saveFile } from '../../platform/lists/saveFile.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { IconButton } from '../../platform/ui/controls/IconButton.tsx'
import { useKeys } from '../frame/useKeys.ts'
import { usePaper } from '../../merchants/company/papers/usePaper.ts'

/** Zoom in basis points of the frame's width. */
const zooms = [10_000, 12_500, 15_000, 20_000, 30_000] as const
const margin = 24 // px, the padding around the paper

/** The width inside an element, followed while it changes. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}

type PaperViewProps = { file: File | undefined; label: string }

/** A document on the canvas, as wide as its frame, with zoom, turns and pages. `+` `-` zoom, `g` turns, `n` `p` turn the page. */
export function PaperView({ file, label }: PaperViewProps) {
  const { opened, failed } = usePaper(file)
  const { ref, width } = useWidth()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [at, setAt] = useState({ file, page: 1, zoom: 0, turns: 0 })
  const view = at.file === file ? at : { file, page: 1, zoom: 0, turns: 0 }
  const pages = opened?.pages ?? 1
  const set = (change: Partial<typeof view>) => setAt({ ...view, ...change })
  const zoom = (by: number) => set({ zoom: Math.min(zooms.length - 1, Math.max(0, view.zoom + by)) })
  const page = (by: number) => set({ page: Math.min(pages, Math.max(1, view.page + by)) })
  const turn = () => set({ turns: (view.turns + 1) % 4 })
  useKeys({ '+': () => zoom(1), '-': () => zoom(-1), g: turn, n: () => page(1), p: () => page(-1) })
  const share = zooms[view.zoom] ?? zooms[0]
  useEffect(() => {
    if (!opened || !canvas.current || width === 0) return
    const drawn = Math.min(width - margin * 2, 900) * (share / 10_000)
    void opened.draw(canvas.current, { page: view.page, width: drawn, turns: view.turns })
  }, [opened, width, share, view.page, view.turns])
  const where = t('review.paper.page', { page: view.page, pages })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        ref={ref}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by the keyboard
        tabIndex={0}
        role="group"
        aria-label={label}
        className="min-h-72 flex-1 overflow-auto p-6 pb-20 max-[60rem]:max-h-[72dvh] max-md:p-4 max-md:pb-20"
      >
        {failed && file ? (
          <div className="grid place-items-center gap-3 py-14 text-center text-ink-2">
            <p>{t('review.paper.failed')}</p>
            <Button onClick={() => saveFile(file, file.name)}>{t('review.paper.save')}</Button>
          </div>
        ) : (
          <canvas
            ref={canvas}
            role="img"
            aria-label={`${label}, ${where}`}
            aria-busy={!opened}
            className={`mx-auto block bg-white shadow-2 ${opened ? '' : 'invisible'}`}
          />
        )}
      </div>
      {!failed && (
        <div className="pointer-events-none sticky bottom-4 -mt-14 flex justify-center pb-4 max-md:bottom-[calc(var(--bottom-bar)+28px)]">
          <div
            role="toolbar"
            aria-label={t('review.paper.tools')}
            className="flex items-center pointer-events-auto rounded-full border border-line bg-sheet px-1.5 text-sm shadow-2"
          >
            <IconButton label={t('review.paper.smaller')} icon={<Minus aria-hidden />} onClick={() => zoom(-1)} />
            <span className="min-w-12 text-center">{percent(share)}</span>
            <IconButton label={t('review.paper.larger')} icon={<Plus aria-hidden />} onClick={() => zoom(1)} />
            <IconButton label={t('review.paper.turn')} icon={<RotateCw aria-hidden />} onClick={turn} />
            {pages > 1 && (
              <>
                <IconButton label={t('review.paper.before')} icon={<ChevronLeft aria-hidden />} onClick={() => page(-1)} />
                <span className="whitespace-nowrap">{where}</span>
                <IconButton label={t('review.paper.next')} icon={<ChevronRight aria-hidden />} onClick={() => page(1)} />
              </>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

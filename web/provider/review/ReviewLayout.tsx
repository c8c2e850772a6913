import type { ReactNode } from 'react'

type ReviewLayoutProps = {
  /** Tabs of the documents, above the paper. */
  tabs?: ReactNode
  paper: ReactNode
  /** What was typed, with its checks. */
  facts: ReactNode
  /** The verdict, at the foot of the facts; null: nothing to decide. */
  verdict: ReactNode
}

/** The paper on the canvas, and beside it (below on narrow windows) what was typed, with the verdict always in view. */
export const ReviewLayout = ({ tabs, paper, facts, verdict }: ReviewLayoutProps) => (
  <div className="-mx-(--gutter) -mb-10 grid grid-cols-[minmax(0,1fr)] border-t border-line min-[60rem]:h-[calc(100dvh-180px)] min-[60rem]:min-h-140 min-[60rem]:grid-cols-[minmax(0,1fr)_21.25rem] lg:grid-cols-[minmax(0,1fr)_26.25rem]">
    <div className="flex min-h-0 min-w-0 flex-col bg-canvas">
      {tabs}
      {paper}
    </div>
    <div className="flex min-h-0 min-w-0 flex-col border-line max-[60rem]:border-t min-[60rem]:border-l">
      <div className="relative min-h-0 flex-1 overflow-y-auto px-(--gutter) pt-5 pb-2 min-[60rem]:px-5">{facts}</div>
      {verdict !== null && (
        <div className="sticky bottom-0 border-t border-line bg-sheet px-(--gutter) py-4 max-md:bottom-[calc(var(--bottom-bar)+8px)] min-[60rem]:px-5">
          {verdict}
        </div>
      )}
    </div>
  </div>
)

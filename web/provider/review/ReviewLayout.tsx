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
  <div className="-mx-(--gutter) -mb-10 grid border-t border-line lg:min-h-[calc(100dvh-220px)] lg:grid-cols-[minmax(0,1fr)_420px] md:max-lg:grid-cols-[minmax(0,1fr)_340px]">
    <div className="flex min-w-0 flex-col bg-canvas">
      {tabs}
      {paper}
    </div>
    <div className="flex min-w-0 flex-col border-line max-md:border-t md:border-l">
      <div className="min-h-0 flex-1 px-5 pt-5 pb-2 max-md:px-(--gutter) lg:max-h-[calc(100dvh-230px)] lg:overflow-y-auto">{facts}</div>
      {verdict !== null && (
        <div className="sticky bottom-0 border-t border-line bg-sheet px-5 py-4 max-md:bottom-19 max-md:px-(--gutter)">{verdict}</div>
      )}
    </div>
  </div>
)

import { Skeleton } from './Skeleton.tsx'

/** A placeholder for a line of text; `end`: right-aligned. */
export const SkeletonLine = (props: { width: number | string; end?: boolean }) => (
  <span className="flex h-[1lh] items-center">
    <Skeleton {...props} />
  </span>
)

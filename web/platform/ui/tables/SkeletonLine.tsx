import { Skeleton } from './Skeleton.tsx'

/** A bar in the room of a line of text; `end`: at the right. */
export const SkeletonLine = (props: { width: number | string; end?: boolean }) => (
  <span className="flex h-[1lh] items-center">
    <Skeleton {...props} />
  </span>
)

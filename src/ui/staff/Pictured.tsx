/** What an entry with a picture is called, in a list: the picture says nothing that the words do not. */
export function Pictured({ image, children }: { image: string; children: string }) {
  return (
    <span className="flex items-center gap-3">
      <img
        src={image}
        alt=""
        loading="lazy"
        className="aspect-video w-20 shrink-0 rounded-field bg-base-200 object-cover"
      />
      <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{children}</bdi>
    </span>
  )
}

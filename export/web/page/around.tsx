/** The way to other pages of a site that this one is part of, as its head names them. */
export function Around() {
  const pages = [...document.querySelectorAll<HTMLLinkElement>('link[rel=up]')];
  if (pages.length === 0) return null;
  return (
    <nav class="around">
      {pages.map(({ href, title }) => (
        <a key={href} href={href}>
          {title}
        </a>
      ))}
    </nav>
  );
}

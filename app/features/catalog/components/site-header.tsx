import {
  ChevronIcon,
  CloseIcon,
  MenuIcon,
  PhoneIcon,
  SearchIcon,
} from "#app/components/ui/chrome-icons.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { formatPhoneHref } from "#app/lib/phone.ts";
import type { MenuGroup } from "../queries.server.ts";

export type HeaderProps = {
  brand: string;
  phone: string;
  services: MenuGroup[];
  resources: MenuGroup[];
};

const SMALL_MENU = [
  ["Home", "/"],
  ["Home Services", "/home-services"],
  ["Auto Services", "/auto"],
  ["Resources", "/resources"],
  ["Contact Us", "/contact-us"],
  ["About Us", "/about-us"],
] as const;

/**
 * The menus are popovers: they open and close (on a click outside, on Escape) without any script.
 * The islands script also closes them when a link to the same page is chosen.
 */
export function SiteHeader({ brand, phone, services, resources }: HeaderProps) {
  return (
    // In a window that is short relative to the text size the header scrolls with the page, because
    // it would cover too much.
    <header className="sticky top-[min(0px,(100svh-30rem)*99)] z-30 border-b border-line bg-paper">
      <a href="#main" className="btn btn-action absolute -top-24 left-4 z-50 focus:top-3">
        Skip to content
      </a>
      {/* The breakpoints measure the bar's width in rem, not the screen's in pixels: so it fits at 320 px
          and with text of twice the size. */}
      <div className="wrap @container">
        <div className="flex min-h-18 items-center gap-1 @min-[37rem]:gap-2 @min-[68rem]:gap-6">
          <a
            href="/"
            className="mr-auto flex min-h-12 min-w-0 items-center gap-2 font-display leading-none @min-[37rem]:text-xl font-extrabold tracking-tight"
            aria-label={`${brand}, home`}
          >
            <img
              src="/favicon.svg"
              // Else React requests it before the picture at the top of the page.
              fetchPriority="low"
              width="40"
              height="40"
              alt=""
              className="size-8 shrink-0 @min-[37rem]:size-10"
            />
            <span className="hidden min-w-0 overflow-x-clip text-ellipsis wrap-normal @min-[15rem]:block">
              {brand}
            </span>
          </a>
          <nav aria-label="Main" className="hidden gap-1 whitespace-nowrap @min-[66rem]:flex">
            <MenuButton target="menu-services" label="Home Services" />
            <a href="/auto" className="rounded-lg px-3 py-2 font-semibold hover:bg-sand">
              Auto Services
            </a>
            <MenuButton target="menu-resources" label="Resources" />
            <a href="/contact-us" className="rounded-lg px-3 py-2 font-semibold hover:bg-sand">
              Contact Us
            </a>
          </nav>
          <a
            href="/search"
            data-search=""
            rel="nofollow"
            aria-label="Search"
            className="grid size-12 shrink-0 place-items-center rounded-lg hover:bg-sand"
          >
            <SearchIcon />
          </a>
          <a
            href={formatPhoneHref(phone)}
            className="btn btn-action tel shrink-0 px-3 @min-[37rem]:px-5"
          >
            <PhoneIcon />
            <span className="call-label sr-only @min-[20.5rem]:not-sr-only">Call Now</span>{" "}
            <span className="hidden @min-[37rem]:inline">{phone}</span>
          </a>
          <button
            type="button"
            popoverTarget="menu-small"
            aria-label="Menu"
            className="-mr-2 grid size-12 shrink-0 place-items-center rounded-lg hover:bg-sand @min-[66rem]:hidden"
          >
            <MenuIcon />
          </button>
        </div>
      </div>
      <MenuPanel
        id="menu-services"
        label="Home Services"
        groups={services}
        allLabel="View All Home Services"
        allPath="/home-services"
        columns="lg:grid-cols-4"
      />
      <MenuPanel
        id="menu-resources"
        label="Resources"
        groups={resources}
        allLabel="View All Resources"
        allPath="/resources"
        columns="lg:grid-cols-4"
      />
      <div id="menu-small" popover="auto" className="drawer">
        {/* A popover lets a tap outside of it through to the page; a tap on this button only closes the
            menu. */}
        <button
          type="button"
          popoverTarget="menu-small"
          popoverTargetAction="hide"
          tabIndex={-1}
          aria-hidden="true"
          className="grow"
        />
        <nav
          aria-label="Small screen"
          className="drawer-sheet flex w-[min(20rem,85vw)] flex-col overflow-y-auto bg-paper p-5"
        >
          <button
            type="button"
            popoverTarget="menu-small"
            popoverTargetAction="hide"
            aria-label="Close menu"
            className="-mr-2 grid size-12 place-items-center self-end rounded-lg hover:bg-sand"
          >
            <CloseIcon />
          </button>
          <ul className="mb-6">
            {SMALL_MENU.map(([name, path]) => (
              <li key={path} className="border-b border-line">
                <a href={path} className="block py-3.5 font-display text-lg font-bold">
                  {name}
                </a>
              </li>
            ))}
          </ul>
          <PhoneLink phone={phone} icon label="Call Now" className="btn btn-action" />
          <p className="mt-2 text-center text-muted">
            <PhoneText text={phone} />
          </p>
        </nav>
      </div>
    </header>
  );
}

function MenuButton({ target, label }: { target: string; label: string }) {
  return (
    <button
      type="button"
      popoverTarget={target}
      className="flex items-center gap-1.5 rounded-lg px-3 py-2 font-semibold hover:bg-sand"
    >
      {label}
      <ChevronIcon />
    </button>
  );
}

type PanelProps = {
  id: string;
  label: string;
  groups: MenuGroup[];
  allLabel: string;
  allPath: string;
  columns: string;
};

function MenuPanel({ id, label, groups, allLabel, allPath, columns }: PanelProps) {
  return (
    <div id={id} popover="auto" className="panel">
      <nav aria-label={label} className="wrap py-8">
        <div className={`grid gap-x-8 gap-y-6 ${columns}`}>
          {groups.map((group) => (
            <div key={group.path}>
              <a href={group.path} className="font-display font-bold text-petrol hover:underline">
                {group.name}
              </a>
              <ul className="mt-1">
                {group.links.map((link) => (
                  <li key={link.path}>
                    <a href={link.path} className="block py-1 hover:text-action hover:underline">
                      {link.name}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <a href={allPath} className="btn btn-line mt-6">
          {allLabel}
        </a>
      </nav>
    </div>
  );
}

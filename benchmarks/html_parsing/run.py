"""Extracts the same content from Wikipedia articles with ours and with BeautifulSoup, in one run.

python benchmarks/html_parsing/run.py ../shared/data/wiki-html/articles.tar.xz --out result.json
"""

import argparse
import importlib.util
import json
import platform
import re
import tarfile
import time
import unicodedata
from collections import Counter
from pathlib import Path

import soup

from veriscope.corpus.sources.html_source import parse_html
from veriscope.corpus.sources.wikipedia_html import parse_wikipedia_html
from veriscope.corpus.sources.wikipedia_titles import find_title, guess_title
from veriscope.corpus.store.links import page_links
from veriscope.domain import ItemList, Section, Sentence, Table, TableKind

KINDS = ("sections", "sentences", "cells", "items", "links")
WORD = re.compile(r"\w+")


def main():
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("articles", type=Path, nargs="?", default=Path("../shared/data/wiki-html/articles.tar.xz"))
    options.add_argument("--out", type=Path)
    options.add_argument("--limit", type=int, default=10**9)
    chosen = options.parse_args()
    articles = read_articles(chosen.articles)[: chosen.limit]
    result = {"machine": f"{platform.machine()}, Python {platform.python_version()}", "articles": len(articles)}
    result["megabytes"] = round(sum(len(data) for _, data in articles) / 1e6, 1)
    parsed, ours_s = timed(lambda: [parse_wikipedia_html(name, data) for name, data in articles])
    result |= {"ours_s": ours_s, "counts": counts(parsed), "skipped": skipped(parsed), **titles(articles)}
    ours = [contents(one) for one in parsed]
    for parser in ("html.parser", *(["lxml"] if importlib.util.find_spec("lxml") else [])):
        theirs, theirs_s = timed(lambda parser=parser: [soup.extract(data, parser=parser) for _, data in articles])
        result[f"beautifulsoup {parser}"] = {
            "seconds": theirs_s,
            "times_slower_than_ours": round(theirs_s / ours_s, 2),
            "agreement_f1": {kind: agreement(ours, theirs, kind) for kind in KINDS},
        }
    text = json.dumps(result, indent=2)
    print(text)
    if chosen.out:
        chosen.out.write_text(text + "\n")


def read_articles(path):
    with tarfile.open(path) as archive:
        files = [(member.name, archive.extractfile(member)) for member in archive if member.isfile()]
        return sorted((name, file.read()) for name, file in files)


def timed(work):
    """What the work gave, and its processor time: other processes on the machine do not count."""
    start = time.process_time()
    result = work()
    return result, round(time.process_time() - start, 2)


def counts(parsed):
    pages = [one.page for one in parsed if one.page]
    elements = [element for page in pages for element in page.elements]
    tables = [element for element in elements if isinstance(element, Table)]
    lists = [element for element in elements if isinstance(element, ItemList)]
    return {
        "pages": len(pages),
        "redirects": sum(len(one.redirects) for one in parsed),
        "sections": sum(isinstance(element, Section) for element in elements),
        "sentences": sum(isinstance(element, Sentence) for element in elements),
        "tables": sum(table.kind is TableKind.TABLE for table in tables),
        "infoboxes": sum(table.kind is TableKind.INFOBOX for table in tables),
        "cells": sum(len(table.cells) for table in tables),
        "lists": len(lists),
        "items": sum(len(one.items) for one in lists),
        "links": sum(1 for page in pages for _ in page_links(page)),
    }


def skipped(parsed):
    found = Counter(f"{skip.what}: {skip.reason}" for one in parsed for skip in one.skips)
    return dict(found.most_common())


def titles(articles):
    """Which rule found each title, and how the guesses fare where the title is stated."""
    rules, guesses = Counter(), Counter()
    for name, data in articles:
        document = parse_html(data)
        title, rule = find_title(document, place=name)
        rules[rule] += 1
        if rule in {"citations", "map link", "edit link"}:
            guess = guess_title(document)
            guesses[judge(guess.title, title) if guess else "none"] += 1
    return {"title_rules": dict(rules.most_common()), "guesses_where_stated": dict(guesses.most_common())}


def judge(guess, title):
    if guess == title:
        return "exact"
    return "right but for brackets" if guess == title.partition(" (")[0] else "wrong"


def contents(parsed):
    content = soup.Content()
    if parsed.page is None:
        return content
    for element in parsed.page.elements:
        match element:
            case Section(title):
                content.sections.append(title)
            case Sentence(_, text):
                content.sentences.append(text)
            case Table(_, cells):
                content.cells += [cell.text for cell in cells]
            case ItemList(_, items):
                content.items += [item.text for item in items]
    content.links += [link.target for link in page_links(parsed.page)]
    return content


def agreement(ours, theirs, kind):
    """F1 over the words (for links: the titles) that both took, page by page."""
    shared = total = 0
    for one, other in zip(ours, theirs, strict=True):
        left, right = bag(getattr(one, kind), kind), bag(getattr(other, kind), kind)
        shared += 2 * (left & right).total()
        total += left.total() + right.total()
    return round(shared / max(1, total), 4)


def bag(texts, kind):
    if kind == "links":
        return Counter(texts)
    return Counter(word for text in texts for word in WORD.findall(unicodedata.normalize("NFKC", text)))


if __name__ == "__main__":
    main()

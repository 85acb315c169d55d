"""Tests of the page in a browser; as a package, so that one browser lasts for all of them alone.

While Playwright runs, asyncio takes its thread for busy: tests elsewhere could not use it.
"""

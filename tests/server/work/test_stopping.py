"""Reliable cancellation of tasks."""

import asyncio

from honjin.server.work.stopping import stop


def test_a_task_that_loses_a_cancellation_is_stopped() -> None:
    """It is cancelled again; one that is over, or failed, is no trouble."""
    lost = []

    async def stubborn() -> None:
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if lost:
                    raise
                lost.append(1)

    async def failing() -> None:
        raise ValueError("on purpose")

    async def tried() -> list[bool]:
        tasks = [asyncio.create_task(one) for one in (stubborn(), failing())]
        await asyncio.sleep(0.01)
        await stop(tasks)
        await stop([])
        return [task.done() for task in tasks]

    assert [True, True] == asyncio.run(tried())
    assert [1] == lost
